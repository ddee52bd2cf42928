import pg from 'pg';
import { approve, inTransaction, openPayment } from '../bare-order.mjs';
import { pick } from './reads.mjs';
import { orderBody } from './writes.mjs';

const constant = (label, of) => ({
  label,
  server: 'bare',
  of,
  create: () => (call) => call({ path: `/constant/${of}` }),
});

/** The same work by a bare server on the same database (bare-server.mjs). */
export const bare = {
  'bare-search': {
    label: 'recherche nue',
    server: 'bare',
    create: (world) => (call, turn) => call({ path: `/search?q=${pick(world.prefixes, turn)}` }),
  },
  'bare-order': {
    label: 'nu : lignes d’une commande payée (3 appels)',
    server: 'bare',
    create: (world) => async (call, turn) => {
      const send = (path, body) => call({ method: 'POST', path, body, isRead: true });
      const customerId = pick(world.buyers, turn).id;
      const payment = await send('/payments', { ...orderBody(world, turn), customerId });
      const order = await send('/approve', payment);
      await send('/orders', order);
    },
  },
  'bare-order-pg': {
    label: 'nu : mêmes lignes par pg, une transaction',
    server: 'load',
    create: (world) => {
      const pool = new pg.Pool(world.connection);
      return (_call, turn) =>
        inTransaction(pool, async (client) => {
          const customerId = pick(world.buyers, turn).id;
          await approve(client, await openPayment(client, { ...orderBody(world, turn), customerId }));
        });
    },
  },
  'bare-list-customer': constant('nu : même réponse que les commandes d’un client', 'list-customer'),
  'bare-list-supervisor': constant('nu : même réponse que la page du superviseur', 'list-supervisor'),
  'bare-catalogue': constant('nu : même réponse que le catalogue', 'catalogue'),
};
