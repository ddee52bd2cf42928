import { afterEach, expect, vi } from 'vitest';

// An unexpected error on the console is a defect that nobody looks at: it fails the test that made it.
const noise = vi.spyOn(console, 'error').mockImplementation(() => {});

afterEach(() => {
  const said = noise.mock.calls.splice(0);
  expect(said, 'console.error').toEqual([]);
});
