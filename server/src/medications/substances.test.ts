import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;
let supervisor: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  customer = await server.signIn('customer');
  supervisor = await server.signIn('supervisor');
});
afterAll(() => server.close());

const add = async (visitor: Visitor, body: object) =>
  (await server.call(visitor, 'POST', '/medications', { price: 500, ...body })).body.medication;
const change = async (id: string, body: object) =>
  (await server.call(supervisor, 'PUT', `/medications/${id}`, body)).body.medication;
const find = async (q: string): Promise<string[]> => {
  const { body } = await server.call(customer, 'GET', `/medications/search?q=${q}`);
  return body.medications.map(({ label }: { label: string }) => label);
};
const contents = { substances: 'Sulfate de zinc', dosage: '20 mg' };

it('a supervisor writes what a medicine contains, and it is found by that as long as it is there', async () => {
  const added = await add(supervisor, { label: 'Biocor', substances: ' Sulfate de zinc', dosage: '20 mg' });
  expect(added).toMatchObject(contents);
  expect(await find('sulfate')).toEqual(['Biocor']);
  expect(await change(added._id, { price: 600 })).toMatchObject(contents);
  expect(await change(added._id, { substances: '', dosage: null })).toMatchObject({
    substances: null,
    dosage: null,
  });
  expect(await find('sulfate')).toEqual([]);
});

it('those who only propose a medicine cannot say what it contains', async () => {
  const agent = await server.signIn('agent');
  expect(await add(agent, { label: 'Zincor', ...contents })).toMatchObject({
    substances: null,
    dosage: null,
  });
});
