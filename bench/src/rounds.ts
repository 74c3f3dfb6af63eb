import type { Contender, Length, Rate, Rounds } from "./contender.ts";

/** Interleaved: every contender once in every round, in turning order, so that none always follows the same one. */
export async function measureInTurns(
  contenders: readonly Contender[],
  { rounds, seconds }: Length,
  beforeEach: () => Promise<unknown> = async () => undefined,
): Promise<Rounds> {
  const measured = new Map<string, Rate[]>(contenders.map(({ name }) => [name, []]));
  for (const contender of contenders) await contender.measure(1);
  for (let round = 0; round < rounds; round += 1) {
    const turned = contenders.map((_, i) => contenders[(i + round) % contenders.length] as Contender);
    for (const contender of turned) {
      await beforeEach();
      const rate = await contender.measure(seconds);
      measured.get(contender.name)?.push(rate);
      console.log(`round ${round + 1}  ${contender.name}: ${Math.round(rate.perSecond).toLocaleString("en")} a second`);
    }
  }
  return measured;
}
