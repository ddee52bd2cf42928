import { expect, it } from 'vitest';
import { tooManyTries } from '../refusal.ts';
import { limitConcurrency } from './limit-concurrency.ts';

const refusal = () => tooManyTries(1_000);
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('serves as many calls of a person as allowed, the others in order, and refuses beyond the queue', async () => {
  const take = limitConcurrency({ atOnce: 2, waiting: 1, refusal });
  const served: string[] = [];
  const call = async (person: string, name: string) => {
    const end = await take(person);
    served.push(name);
    return end;
  };
  const [first] = await Promise.all([call('a', 'a1'), call('a', 'a2')]);
  const third = call('a', 'a3');
  await expect(take('a')).rejects.toMatchObject({ code: 'TOO_MANY_TRIES', details: { retryAfter: 1 } });
  await call('b', 'b1');
  expect(served).toEqual(['a1', 'a2', 'b1']);
  first?.();
  await third;
  expect(served).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it('ends a turn once, however often it is told', async () => {
  const take = limitConcurrency({ atOnce: 1, waiting: 2, refusal });
  const end = await take('a');
  let served = 0;
  const wait = async () => {
    await take('a');
    served += 1;
  };
  void wait();
  void wait();
  end();
  end();
  await settled();
  expect(served).toBe(1);
});
