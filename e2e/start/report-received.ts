import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FakeProvider } from '../../server/src/payments/providers/fake-provider.fixture.ts';

/** The calls and money that the fake of a payment provider has received. */
export interface Received {
  readonly url: string;
  /** As `POST /path`. */
  readonly calls: readonly string[];
  /** FCFA that were paid there and not paid back. */
  readonly held: number;
  /** The requests to confirm on a telephone, where the provider sends them. */
  readonly pushes: readonly string[];
}

/** Reports what these fakes have received, by the name of the provider, to the tests, which run in another process. */
export async function reportReceived(fakes: Readonly<Record<string, FakeProvider>>) {
  const report = () =>
    Object.entries(fakes).map(([name, fake]): [string, Received] => {
      const pushes = 'pushes' in fake ? (fake.pushes as readonly string[]) : [];
      return [name, { url: fake.url, calls: fake.calls, held: fake.held(), pushes }];
    });
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(Object.fromEntries(report())));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
