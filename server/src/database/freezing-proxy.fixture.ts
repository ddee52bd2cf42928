import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

export interface FreezingProxy {
  readonly port: number;
  /** From now on, nothing arrives at either end, as when the processes of the server are stopped. */
  freeze(): void;
  /** Delivers what was held back. */
  thaw(): void;
  close(): Promise<void>;
}

/** A proxy in front of a server that can be frozen: connections are accepted, nothing is answered. */
export async function startFreezingProxy(server: NetConnectOpts): Promise<FreezingProxy> {
  let isFrozen = false;
  const sockets = new Set<Socket>();
  const hold = (socket: Socket) => (isFrozen ? socket.pause() : socket.resume());
  const join = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', (bytes) => to.write(bytes));
    from.on('end', () => to.end());
    from.on('error', () => to.destroy());
    from.on('close', () => sockets.delete(from));
    hold(from);
  };
  const listener = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect(server);
    join(client, upstream);
    join(upstream, client);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const set = (frozen: boolean) => {
    isFrozen = frozen;
    for (const socket of sockets) hold(socket);
  };
  return {
    port: (listener.address() as AddressInfo).port,
    freeze: () => set(true),
    thaw: () => set(false),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}
