import { createServer, connect as openSocket, type Server, type Socket } from "node:net";
import * as ldk from "lightningdevkit";
import { ignore } from "../children/ignore.ts";
import { listenWhenFree } from "../children/listen.ts";

/** TCP for the library, which has byte streams only: bytes are pushed into it, and it writes to a descriptor. */
export type Sockets = {
  listen(port: number): Promise<void>;
  /** Connects and starts the handshake. `onClose` is called once, when the connection is gone. */
  connect(nodeId: Uint8Array, host: string, port: number, onClose: () => void): void;
  close(): void;
};

/** `wake` is called whenever the library may have something to do. */
export function sockets(peerManager: ldk.PeerManager, wake: () => void): Sockets {
  const open = new Set<Socket>();
  let server: Server | undefined;
  let nextId = 0n;
  const noAddress = ldk.Option_SocketAddressZ.constructor_none();

  /** Ties a connected socket to a descriptor of the library. */
  function bridge(socket: Socket, id: bigint): ldk.SocketDescriptor {
    let isFull = false;
    let isClosed = false;
    open.add(socket);
    socket.setNoDelay(true);
    const descriptor = ldk.SocketDescriptor.new_impl({
      send_data(data, resumeRead) {
        if (resumeRead) socket.resume();
        // Zero means: keep the bytes and wait for `write_buffer_space_avail`.
        if (isClosed || isFull) return 0;
        isFull = !socket.write(data);
        return data.length;
      },
      disconnect_socket() {
        isClosed = true;
        socket.destroy();
      },
      eq: (other) => other.hash() === id,
      hash: () => id,
    });
    const drop = () => descriptor.disconnect_socket();
    socket.on("drain", () => {
      isFull = false;
      if (!isClosed && !peerManager.write_buffer_space_avail(descriptor).is_ok()) drop();
    });
    socket.on("data", (bytes) => {
      if (isClosed) return;
      const read = peerManager.read_event(descriptor, bytes);
      if (!read.is_ok()) drop();
      else if (read instanceof ldk.Result_boolPeerHandleErrorZ_OK && read.res) socket.pause();
      wake();
    });
    socket.on("error", ignore); // "close" follows
    socket.on("close", () => {
      open.delete(socket);
      isClosed = true;
      peerManager.socket_disconnected(descriptor);
      wake();
    });
    return descriptor;
  }

  return {
    async listen(port) {
      server = createServer((socket) => {
        const descriptor = bridge(socket, nextId++);
        if (!peerManager.new_inbound_connection(descriptor, noAddress).is_ok()) descriptor.disconnect_socket();
      });
      await listenWhenFree(server, port);
    },
    connect(nodeId, host, port, onClose) {
      const socket = openSocket(port, host);
      socket.on("error", ignore); // "close" follows
      socket.once("close", onClose);
      socket.once("connect", () => {
        const descriptor = bridge(socket, nextId++);
        const started = peerManager.new_outbound_connection(nodeId, descriptor, noAddress);
        if (started instanceof ldk.Result_CVec_u8ZPeerHandleErrorZ_OK) socket.write(started.res);
        else descriptor.disconnect_socket();
      });
    },
    close() {
      server?.close();
      peerManager.disconnect_all_peers();
      for (const socket of open) socket.destroy();
    },
  };
}
