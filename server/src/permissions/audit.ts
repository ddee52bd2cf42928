import type { auditEndpoints } from '@amasin/domain/audit/endpoints.ts';
import { recordReads } from '../audit/record-reads.ts';
import { buildOrder } from '../builders/order.ts';
import type { ScenariosOf } from './scenario.ts';

export const auditScenarios: ScenariosOf<typeof auditEndpoints> = {
  listAudit: {
    legal: () => ({ query: { from: '2026-11-01', to: '2026-11-30' } }),
    more: async ({ people }) => [
      { query: { actor: people.supervisor.owner.id, customer: people.customer.owner.id } },
    ],
  },
  exportAudit: { legal: () => ({ query: { group: 'reads' } }) },
  listOwnAudit: {
    legal: () => ({}),
    scope: async ({ server, people }, { id: customerId }) => {
      const { owner, stranger } = people.pharmacy;
      const [mine, other] = [
        await buildOrder(server.db, { customerId }),
        await buildOrder(server.db, { customerId: people.customer.stranger.id }),
      ];
      const read = (reader: typeof owner, { id, customerId }: typeof mine) =>
        recordReads({ ...server.ctx, actor: { ...reader, _id: reader.id } }, 'order', [{ id, customerId }]);
      await read(owner, mine);
      await read(stranger, other);
      return {
        input: {},
        read: (body) =>
          (body as { days: { readers: { name: string; label: string; type: string }[] }[] }).days.flatMap(
            ({ readers }) =>
              readers.filter(({ type }) => type === 'pharmacy').map(({ name, label }) => [name, label]),
          ),
        expected: [[owner.name, mine.number]],
      };
    },
  },
};
