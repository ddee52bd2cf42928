import { expect, it } from 'vitest';
import { closingStack } from './closing-stack.ts';

it('closes everything once, the last first, and reports the first failure', async () => {
  const closed: string[] = [];
  const stack = closingStack();
  const add = (name: string, error?: Error) =>
    stack.add(async () => {
      closed.push(name);
      if (error) throw error;
    });
  add('database');
  add('queue', new Error('of the queue'));
  add('requests', new Error('of the requests'));
  await expect(stack.close()).rejects.toThrow('of the requests');
  expect(closed).toEqual(['requests', 'queue', 'database']);
  await stack.close();
  expect(closed).toHaveLength(3);
});
