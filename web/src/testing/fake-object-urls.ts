import { onTestFinished, vi } from 'vitest';

/** Fakes object URLs, which jsdom lacks. @returns those not revoked yet */
export function fakeObjectUrls() {
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
      static override revokeObjectURL(url: string): void {
        inUse.delete(url);
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return inUse;
}

/** Replaces the clicks that save a file. @returns the names of the files, as they are saved */
export function recordSavedFiles(): string[] {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  onTestFinished(() => click.mockRestore());
  return saved;
}
