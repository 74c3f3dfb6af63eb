/** The node did not answer, or not as its protocol says. Nothing is known about what it did. */
export class NodeUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "NodeUnavailable";
  }
}
