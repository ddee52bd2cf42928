import type fc from 'fast-check';
import { expect } from 'vitest';
import type { Seen } from '../../testing/test-app.ts';
import type { Model } from './model.ts';
import type { Name } from './people.ts';
import { expectSame, type Real } from './system.ts';

export type Command = fc.AsyncCommand<Model, Real>;

/** An API call: the model predicts the status, then the rows must equal the model. */
export function apiCommand(
  text: string,
  predict: (model: Model) => number,
  send: (real: Real) => Promise<Seen>,
  after: (real: Real, seen: Seen, model: Model) => void = () => {},
): Command {
  return {
    check: () => true,
    run: async (model, real) => {
      const expected = predict(model);
      const seen = await send(real);
      expect([text, seen.status]).toEqual([text, expected]);
      after(real, seen, model);
      await expectSame(model, real);
    },
    toString: () => text,
  };
}

export const call = (real: Real, name: Name, method: string, path: string, body?: object) =>
  real.server.call(real.people[name], method, path, body);
