import { describe, expect, it } from 'vitest';
import { sendPayouts } from './send.ts';
import {
  admin,
  fail,
  fake,
  later,
  listed,
  made,
  mine,
  partner,
  pay,
  prepareSending,
  read,
  run,
  server,
  titles,
} from './sending.fixture.ts';

prepareSending();

describe('a payout that fails', () => {
  it('is owed again, once, and the super administrators and the partner are told', async () => {
    const payout = await fail();
    expect(payout).toMatchObject({ state: 'failed', failure: 'INVALID_ACCOUNT' });
    expect(await read()).toMatchObject({ total: 500, totalPaid: 0, pending: 500 });
    expect(await titles(partner.row)).toEqual(['Paiement en route', 'Paiement non arrivé']);
    expect(await titles(admin.row)).toContain('Versement échoué');
    later();
    await run();
    expect(await read()).toMatchObject({ pending: 500 });
    const { earnings: shares } = (await server.call(partner, 'GET', '/benefics/partner/earnings')).body;
    expect(shares).toMatchObject([{ amount: 500, paidAt: null }]);
  });

  it('that FedaPay refuses to start is removed there', async () => {
    fake.payoutBehaviour = 'refused';
    await pay();
    await run();
    expect(await mine()).toMatchObject([{ state: 'failed', failure: 'Ce dépôt ne peut pas être envoyé' }]);
    expect(await made()).toMatchObject([{ starts: 0, isDeleted: true }]);
  });

  it('because FedaPay refuses to make it is owed again, with its reason, and can be asked again', async () => {
    fake.payoutBehaviour = 'unmade';
    await pay();
    await run();
    const [{ id } = { id: '' }] = await mine();
    expect(await listed()).toMatchObject([{ state: 'failed', failure: 'Numéro de téléphone invalide' }]);
    expect(await read()).toMatchObject({ totalPaid: 0, pending: 500 });
    expect(await made()).toEqual([]);
    fake.payoutBehaviour = 'sent';
    expect((await server.call(admin, 'POST', `/benefics/payouts/${id}/retry`)).status).toBe(204);
    await run();
    expect(await mine()).toMatchObject([{ state: 'failed' }, { state: 'done', replacesId: id }]);
  });

  // PostgreSQL stores no NUL: with one in its reason, the payout would never become failed.
  it('keeps plain text of at most 200 characters of the reason', async () => {
    fake.payoutBehaviour = 'unmade';
    fake.unmadeMessage = `Non\u0000\n\u202e<b>${'x'.repeat(400)}`;
    await pay();
    await run();
    expect(await mine()).toMatchObject([{ state: 'failed', failure: `Non <b>${'x'.repeat(193)}` }]);
  });

  it('is failed although the answer to its removal was lost, and is then sent again', async () => {
    fake.payoutBehaviour = 'refused';
    await pay();
    const { payments } = server.ctx;
    const provider = payments.payouts!;
    const send: typeof provider.send = async (...args) => {
      await provider.send(...args);
      throw new Error('no response within 10000 ms');
    };
    await sendPayouts({ ...server.ctx, payments: { ...payments, payouts: { ...provider, send } } });
    expect(await mine()).toMatchObject([{ state: 'asked', providerPayoutId: expect.any(String) }]);
    expect(await made()).toMatchObject([{ starts: 0, isDeleted: true }]);

    const toldOf = async () =>
      (await titles(admin.row)).filter((title) => title === 'Versement échoué').length;
    const before = await toldOf();
    fake.payoutBehaviour = 'sent';
    later();
    await run();
    const [{ id } = { id: '' }] = await mine();
    expect(await listed()).toMatchObject([
      { state: 'failed', failure: expect.stringMatching(/^inconnu chez le prestataire/) },
    ]);
    expect(await toldOf()).toBe(before + 1);
    expect(await titles(partner.row)).toEqual(['Paiement en route', 'Paiement non arrivé']);
    expect(await read()).toMatchObject({ totalPaid: 0, pending: 500 });

    expect((await server.call(admin, 'POST', `/benefics/payouts/${id}/retry`)).status).toBe(204);
    await run();
    expect(await mine()).toMatchObject([{ state: 'failed' }, { state: 'done', replacesId: id }]);
    expect((await made()).map(({ starts }) => starts)).toEqual([0, 1]);
    expect(await read()).toMatchObject({ totalPaid: 300, pending: 200 });
  });

  it('is asked again under another number, once for two clicks', async () => {
    const { id } = await fail();
    const retry = () => server.call(admin, 'POST', `/benefics/payouts/${id}/retry`);
    const answers = await Promise.all([retry(), retry(), retry()]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    await run();
    expect(await mine()).toMatchObject([{ state: 'failed' }, { state: 'done', replacesId: id }]);
    expect(await read()).toMatchObject({ totalPaid: 300, pending: 200 });
    const other = await server.signIn('superAdmin');
    const again = await server.call(other, 'POST', `/benefics/payouts/${id}/retry`);
    expect([again.status, again.body.code]).toEqual([409, 'STATE_CHANGED']);
  });

  it('is noted as paid by hand, once', async () => {
    const { id } = await fail();
    const note = () => server.call(admin, 'POST', `/benefics/payouts/${id}/by-hand`, { note: 'En espèces' });
    expect((await Promise.all([note(), note()])).map(({ status }) => status)).toEqual([204, 204]);
    await run();
    expect(await mine()).toMatchObject([{}, { state: 'done', provider: null, note: 'En espèces' }]);
    expect(await read()).toMatchObject({ totalPaid: 300, pending: 200 });
    expect(await made()).toHaveLength(1);
    expect(await listed()).toEqual([]);
  });

  it('is not paid twice when it was paid from the list meanwhile', async () => {
    const { id } = await fail(500);
    expect(await listed()).toMatchObject([{ _id: id, state: 'failed', failure: 'INVALID_ACCOUNT' }]);
    // The same sum again within a minute would count as a second click.
    later(61);
    expect((await pay(500)).status).toBe(200);
    const retried = await server.call(admin, 'POST', `/benefics/payouts/${id}/retry`);
    expect([retried.status, retried.body.code]).toEqual([409, 'ALREADY_PAID_OUT']);
    expect((await listed()).filter(({ state }: { state: string }) => state === 'failed')).toEqual([]);
  });

  it('is neither retried nor noted while it is not failed', async () => {
    await pay();
    const [{ id } = { id: '' }] = await mine();
    for (const [path, body] of [
      ['retry', undefined],
      ['by-hand', { note: 'x' }],
    ] as const) {
      const { status, body: refused } = await server.call(
        admin,
        'POST',
        `/benefics/payouts/${id}/${path}`,
        body,
      );
      expect([status, refused.code]).toEqual([409, 'STATE_CHANGED']);
    }
  });
});

it('a settled payout never changes', async () => {
  await pay();
  await run();
  const [{ id } = { id: '' }] = await mine();
  const change = (sql: string) => server.pool.query(sql, [id]);
  await expect(change('update payouts set amount_fcfa = 1 where id = $1')).rejects.toThrow(/settled/);
  await expect(
    change(`update payouts set state = 'asked', settled_at = null, next_try_at = now() where id = $1`),
  ).rejects.toThrow(/settled/);
  await expect(change('delete from payouts where id = $1')).rejects.toThrow(/settled/);
});

it('an account with a payout on its way is not removed', async () => {
  await pay(500);
  expect((await server.call(admin, 'DELETE', `/users/${partner.row.id}`)).status).toBe(409);
  await run();
  expect((await server.call(admin, 'DELETE', `/users/${partner.row.id}`)).status).toBe(204);
  expect(await mine()).toMatchObject([{ phone: null, state: 'done' }]);
});
