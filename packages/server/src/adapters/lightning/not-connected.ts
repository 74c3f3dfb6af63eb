import { NodeUnavailable } from "#lightning";

/** No connection to the node stood, so no byte of the request has left. */
export class NotConnected extends NodeUnavailable {}
