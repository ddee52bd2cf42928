import { type RefusalCode, refusalMessage, refusals } from '@amasin/domain/contract/refusals.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, vi } from 'vitest';

/** One upload request; the test decides its outcome. */
class FakeRequest {
  readonly headers: Record<string, string> = {};
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = {
    onprogress: null,
  };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  called = '';
  form: FormData | null = null;
  aborted = false;
  status = 0;
  responseText = '';

  open(method: string, url: string): void {
    this.called = `${method} ${url}`;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  send(form: FormData): void {
    this.form = form;
  }

  abort(): void {
    this.aborted = true;
    this.onabort?.();
  }

  progress(percent: number): void {
    this.upload.onprogress?.({ loaded: percent, total: 100 });
  }

  cut(): void {
    this.onerror?.();
  }

  accept(key: string): void {
    this.respond(201, { url: key });
  }

  refuse(code: RefusalCode): void {
    this.respond(refusals[code].status, { success: false, code, message: refusalMessage(code) });
  }

  respond(status: number, body: unknown): void {
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.onload?.();
  }
}

/** Replaces `XMLHttpRequest`. @returns the requests so far */
export function fakeUploads() {
  const requests: FakeRequest[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends FakeRequest {
      constructor() {
        super();
        requests.push(this);
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return requests;
}

const pdf = new File(['%PDF-1.7 %%EOF'], 'ordonnance.pdf', { type: 'application/pdf' });

export const chooseFile = async () =>
  fireEvent.change(await screen.findByTestId('files'), { target: { files: [pdf] } });

/** Chooses a file in the picker of the page, and stores it under this key. */
export async function attachFile(uploads: ReturnType<typeof fakeUploads>, key: string): Promise<void> {
  const before = uploads.length;
  await chooseFile();
  await waitFor(() => expect(uploads).toHaveLength(before + 1));
  uploads.at(-1)?.accept(key);
  await screen.findByText('ordonnance.pdf');
}
