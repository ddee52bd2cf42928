import { afterEach, expect, test, vi } from 'vitest';
import { activateNewestVersion } from './versions.ts';

const reload = vi.fn();

afterEach(() => {
  vi.clearAllMocks();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

/** A browser whose server has a newer worker in this state, or none. */
function install(state: 'installing' | 'installed' | null) {
  const worker = Object.assign(new EventTarget(), { state, postMessage: vi.fn() });
  const registration = {
    update: vi.fn(async () => registration),
    waiting: state === 'installed' ? worker : null,
    installing: state === 'installing' ? worker : null,
  };
  const container = Object.assign(new EventTarget(), { getRegistration: async () => registration });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
  return { worker, registration, container };
}

test.each(['installed', 'installing'] as const)(
  'activates a worker that is %s, and reloads once it controls the page',
  async (state) => {
    const { worker, registration, container } = install(state);
    await activateNewestVersion(reload);
    expect(registration.update).toHaveBeenCalledOnce();
    worker.state = 'installed';
    worker.dispatchEvent(new Event('statechange'));
    expect(worker.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
    expect(reload).not.toHaveBeenCalled();
    container.dispatchEvent(new Event('controllerchange'));
    expect(reload).toHaveBeenCalledOnce();
  },
);

test('only reloads without a newer version, and without service workers', async () => {
  install(null);
  await activateNewestVersion(reload);
  Reflect.deleteProperty(navigator, 'serviceWorker');
  await activateNewestVersion(reload);
  expect(reload).toHaveBeenCalledTimes(2);
});
