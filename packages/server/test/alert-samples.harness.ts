import type { Samples } from "./promql.harness.ts";

/** The time at which the rules are evaluated, in Unix seconds. */
export const NOW = 1_800_000_000;

/**
 * For each alert rule what is measured when it must fire, and what is nearly as bad when it must not: so near that any
 * other comparison, number, window, label or choice among processes makes one of them wrong.
 */
export const ALERT_SAMPLES: Readonly<Record<string, { readonly fires: Samples; readonly silent: readonly Samples[] }>> =
  {
    LeydenDown: {
      fires: { 'up{job="leyden",instance="a"}': 0, 'up{job="leyden",instance="b"}': 1 },
      silent: [{ 'up{job="leyden"}': 1, 'up{job="node"}': 0 }],
    },
    LeydenDatabaseDown: pair("leyden_database_up", [0, 1], [1, 1]),
    LeydenChildRestarts: grown('leyden_child_restarts_total{child="node"}', 600, 4, 3),
    LeydenTaskOverdue: pair("leyden_task_overdue", [1, 0], [0, 0]),
    LeydenErrors: grown('leyden_http_request_duration_seconds_count{status="500",route="/v0/x"}', 300, 1, 0, {
      'leyden_http_request_duration_seconds_count{status="200",route="/v0/x"}': rise(300, 9),
    }),

    LeydenSendingPaused: pair('leyden_sending_paused{kind="audit"}', [1, 0], [0, 0]),
    LeydenInvariantBroken: pair('leyden_invariant_broken{invariant="I9"}', [1, 0], [0, 0]),
    LeydenFullAuditBroken: pair("leyden_full_audit_broken", [1, 0], [0, 0]),
    LeydenFullAuditOld: pair("leyden_full_audit_timestamp_seconds", [ago(172_801), ago(9e5)], [ago(172_800), ago(9e5)]),
    LeydenNodeShort: {
      fires: { ...by("leyden_solvency_assets_msats", 98, 99), ...by("leyden_solvency_liabilities_msats", 100, 99) },
      silent: [{ ...by("leyden_solvency_assets_msats", 98, 100), ...by("leyden_solvency_liabilities_msats", 100, 99) }],
    },
    LeydenNodeNearlyShort: {
      fires: {
        ...by("leyden_solvency_assets_msats", 90, 1_009),
        ...by("leyden_solvency_liabilities_msats", 1_000, 90),
      },
      silent: [
        { ...by("leyden_solvency_assets_msats", 90, 1_010), ...by("leyden_solvency_liabilities_msats", 1_000, 90) },
      ],
    },
    LeydenNodeSurplus: {
      fires: { ...by("leyden_solvency_surplus_msats", 1, 0), ...by("leyden_lightning_mainnet", 1, 0) },
      silent: [
        { ...by("leyden_solvency_surplus_msats", 0, 0), leyden_lightning_mainnet: 1 },
        { leyden_solvency_surplus_msats: 1, ...by("leyden_lightning_mainnet", 0, 0) },
      ],
    },
    LeydenIncidentsOpen: pair("leyden_incidents_open", [1, 0], [0, 0]),
    LeydenReceiptForNoWallet: grown('leyden_receipts_total{flag="suspense"}', 3_600, 1, 0, {
      'leyden_receipts_total{flag="late"}': rise(3_600, 9),
    }),

    LeydenNodeDown: pair("leyden_lightning_up", [0, 0], [1, 0]),
    LeydenNodeNotSynced: pair("leyden_lightning_synced", [0, 0], [1, 0]),
    LeydenChainStandsStill: {
      fires: {
        leyden_lightning_block_height: [
          [8_000, 799],
          [7_190, 800],
          [0, 800],
        ],
      },
      silent: [
        {
          'leyden_lightning_block_height{instance="a"}': [
            [7_190, 799],
            [3_700, 800],
            [0, 800],
          ],
          'leyden_lightning_block_height{instance="b"}': [
            [7_190, 800],
            [0, 800],
          ],
        },
      ],
    },
    LeydenNoChannelUsable: pair("leyden_lightning_channels_usable", [0, 0], [1, 0]),
    LeydenTimeLockNear: pair('leyden_lightning_htlc_blocks_left{peer="away"}', [39, 60], [40, 60], {
      'leyden_lightning_htlc_blocks_left{peer="connected"}': 3,
    }),
    LeydenPeerAway: pair('leyden_lightning_channels{state="inactive"}', [1, 0], [0, 0], {
      'leyden_lightning_channels{state="active"}': 9,
    }),
    LeydenChannelForced: pair('leyden_lightning_channels{state="forced"}', [1, 0], [0, 0], {
      'leyden_lightning_channels{state="closing"}': 9,
    }),
    LeydenLittleToSend: pair("leyden_lightning_sendable_msats", [9.9e7, 1e7], [1e8, 1e7]),
    LeydenLittleToReceive: pair("leyden_lightning_receivable_msats", [9.9e7, 1e7], [1e8, 1e7]),

    LeydenPaymentOld: pair("leyden_payments_pending_oldest_seconds", [3_601, 0], [3_600, 0]),
    LeydenPaymentsOnHold: pair("leyden_payments_on_hold", [1, 0], [0, 0]),
    LeydenPaymentsFail: {
      fires: payments({
        failed: [
          [3_590, 0],
          [0, 11],
        ],
        completed: [
          [7_000, 0],
          [3_590, 100],
          [0, 110],
        ],
      }),
      silent: [
        payments({ failed: rise(3_600, 10), completed: rise(3_600, 1) }),
        payments({ failed: rise(3_600, 11), completed: rise(3_600, 11) }),
        payments({
          failed: [
            [7_000, 0],
            [3_590, 5],
            [0, 11],
          ],
          completed: rise(3_600, 1),
        }),
        payments({
          failed: [
            [7_000, 0],
            [3_590, 11],
            [0, 22],
          ],
          completed: rise(3_600, 20),
        }),
      ],
    },
    LeydenRecipientHolds: pair('leyden_payments_held_by_recipient{recipient="node 02aa"}', [6, 0], [5, 0]),
    LeydenSlotsShort: {
      fires: { ...by('leyden_slots_taken{part="common"}', 41, 0), ...by('leyden_slots_taken{part="most"}', 100, 90) },
      silent: [
        {
          ...by('leyden_slots_taken{part="common"}', 40, 0),
          ...by('leyden_slots_taken{part="most"}', 100, 90),
          'leyden_slots_taken{part="earned"}': 90,
        },
      ],
    },

    LeydenDeliveriesLate: pair("leyden_deliveries_overdue_seconds", [301, 0], [300, 0]),
    LeydenDeliveriesGivenUp: grown('leyden_delivery_attempts_total{outcome="failed"}', 3_600, 1, 0, {
      'leyden_delivery_attempts_total{outcome="delivered"}': rise(3_600, 9),
    }),
    LeydenMailsLate: pair("leyden_mails_overdue_seconds", [301, 0], [300, 0]),
    LeydenMailsFail: grown('leyden_mail_outcomes_total{outcome="failed"}', 3_600, 6, 5, {
      'leyden_mail_outcomes_total{outcome="sent"}': rise(3_600, 9),
    }),
    LeydenMailsWait: {
      fires: { 'leyden_mail_outcomes_total{outcome="again"}': rise(1_800, 1), ...by("leyden_mails_waiting", 11, 0) },
      silent: [
        { 'leyden_mail_outcomes_total{outcome="again"}': rise(1_800, 1), ...by("leyden_mails_waiting", 10, 10) },
        {
          'leyden_mail_outcomes_total{outcome="again"}': [
            [3_500, 0],
            [1_790, 5],
            [0, 5],
          ],
          'leyden_mail_outcomes_total{outcome="sent"}': rise(1_800, 9),
          leyden_mails_waiting: 11,
        },
      ],
    },

    LeydenDiskFull: pair('leyden_disk_free_bytes{of="data"}', [9.9e9, 5e10], [10e9, 5e10]),
    LeydenJournalBroken: pair("leyden_journal_broken", [1, 0], [0, 0]),
    LeydenJournalSharesDisk: {
      fires: { ...by("leyden_journal_shares_disk", 1, 0), ...by("leyden_lightning_mainnet", 1, 0) },
      silent: [
        { ...by("leyden_journal_shares_disk", 0, 0), leyden_lightning_mainnet: 1 },
        { leyden_journal_shares_disk: 1, ...by("leyden_lightning_mainnet", 0, 0) },
      ],
    },
    LeydenBackupOld: pair("leyden_backup_timestamp_seconds", [ago(93_601), 0], [ago(93_600), 0]),
    LeydenBackupNotProved: pair("leyden_backup_proved_timestamp_seconds", [ago(93_601), 0], [ago(93_600), 0]),
    LeydenArchiveBehind: pair("leyden_backup_archive_timestamp_seconds", [ago(301), 0], [ago(300), 0]),
    LeydenNoRoomForProof: pair("leyden_backup_proof_lacks_bytes", [1, 0], [0, 0]),
    LeydenChannelsNotBackedUp: pair('leyden_channel_backup_lacks{folder="/mnt/backup/channels"}', [1, 0], [0, 0]),
    LeydenChannelBackupOld: {
      fires: { ...copies(ago(93_601)), 'leyden_lightning_channels{state="opening"}': 1 },
      silent: [
        { ...copies(ago(93_600)), 'leyden_lightning_channels{state="active"}': 1 },
        {
          ...copies(0),
          'leyden_lightning_channels{state="active"}': 0,
          'leyden_lightning_channels{state="closing"}': 3,
        },
      ],
    },
    LeydenCertificateEnds: pair(
      'leyden_certificate_timestamp_seconds{of="node"}',
      [ago(-1_209_599), ago(-9e6)],
      [ago(-1_209_600), ago(-9e6)],
    ),

    LeydenDoctorWrong: pair('leyden_doctor_verdict{about="durability"}', [2, 0], [1, 1]),
  };

function ago(seconds: number): number {
  return NOW - seconds;
}

/** What several processes say of the same. */
function by(selector: string, ...values: readonly number[]): Samples {
  const [name, labels = ""] = selector.replace("}", "").split("{");
  const seriesOf = (at: number) => `${name}{${labels === "" ? "" : `${labels},`}instance="${at}"}`;
  return Object.fromEntries(values.map((value, at) => [seriesOf(at), value]));
}

function pair(selector: string, fires: readonly number[], silent: readonly number[], beside: Samples = {}) {
  return { fires: { ...by(selector, ...fires), ...beside }, silent: [{ ...by(selector, ...silent), ...beside }] };
}

/** Grown by so much from the beginning of the window until now. */
function rise(windowSeconds: number, by: number) {
  return [[windowSeconds - 1, 0] as const, [0, by] as const];
}

/** It must not fire for what grew in the window before. */
function grown(series: string, windowSeconds: number, fires: number, silent: number, beside: Samples = {}) {
  const before = [[windowSeconds * 1.9, 0] as const, [windowSeconds - 1, 50] as const, [0, 50 + silent] as const];
  return {
    fires: { [series]: rise(windowSeconds, fires), ...beside },
    silent: [{ [series]: before, ...beside }],
  };
}

function payments(outcomes: Samples): Samples {
  return Object.fromEntries(
    Object.entries(outcomes).map(([outcome, points]) => [`leyden_payments_total{outcome="${outcome}"}`, points]),
  );
}

/** Another process has an older copy. */
function copies(at: number): Samples {
  return by('leyden_channel_backup_timestamp_seconds{folder="/mnt/backup/channels"}', at, at === 0 ? 0 : at - 9e5);
}
