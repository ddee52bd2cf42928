import { pick } from './reads.mjs';

/** The body of an order of two medicines; the address makes each one another basket. */
export function orderBody({ zones, medications, round }, turn) {
  return {
    prescription: {
      type: 'numerical',
      items: [0, 1].map((line) => ({ medicationId: pick(medications, turn * 7 + line), quantity: 1 + line })),
    },
    deliveryZone: pick(zones, turn),
    deliveryAddress: `Lot ${round}-${turn}, portail vert`,
  };
}

/** Payment, approval by the provider, order. */
function payAndPlace(world) {
  return async (call, turn) => {
    const { token } = pick(world.buyers, turn);
    const order = orderBody(world, turn);
    const send = (path, body) => call({ method: 'POST', path, token, body, isRead: true });
    const { transactionId } = await send('/api/payments', { order });
    await send(`/sandbox-pay/transactions/${transactionId}/approve`);
    await send('/api/orders', { ...order, transactionId });
  };
}

/** The courier starts, then ends each delivery of `world.work`; each change counts. */
function advance(world) {
  const started = [];
  return async (call) => {
    const begun = started.pop();
    const one = begun ?? world.work.pop();
    if (one === undefined) return 'exhausted';
    const status = begun === undefined ? 'delivering' : 'delivered';
    await call({ method: 'PATCH', path: `/api/orders/${one.id}/status`, token: one.token, body: { status } });
    if (begun === undefined) started.push(one);
  };
}

function logIn(world) {
  return async (call, turn) => {
    const identifier = pick(world.phones, turn);
    await call({ method: 'POST', path: '/api/auth/login', body: { identifier, password: world.password } });
  };
}

export const writes = {
  'paid-order': { label: 'commande payée (3 appels)', server: 'product', create: payAndPlace },
  state: { label: 'changement d’état', server: 'product', needsWork: true, create: advance },
  // The product refuses more than 40 passwords at a time.
  login: { label: 'connexion', server: 'product', most: 32, create: logIn },
};
