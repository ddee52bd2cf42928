import { onTestFinished, vi } from 'vitest';

/** Fakes object URLs, which jsdom lacks. @returns those not revoked yet */
export function fakeAddresses() {
  const inUse = new Map<string, Blob>();
  let made = 0;
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL(bytes: Blob): string {
        made += 1;
        inUse.set(`blob:${made}`, bytes);
        return `blob:${made}`;
      }
      static override revokeObjectURL(address: string): void {
        inUse.delete(address);
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return inUse;
}
