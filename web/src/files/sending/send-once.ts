import { fileEndpoints } from '@amasin/domain/files/endpoints.ts';
import type { FileCategory } from '@amasin/domain/files/file-category.ts';
import { ApiError } from '../../lib/api-error.ts';
import { reportRefusal } from '../../lib/call.ts';
import { readToken } from '../../lib/session-token.ts';

/** Without progress for this time, ms, the connection counts as lost, even if the device reports a network. */
const STALL_MS = 30_000;
/** Timeout after the last byte, ms: a slow network may still send buffered bytes, and the server checks the file. */
const RESPONSE_MS = 120_000;

type Sending = {
  file: File;
  category: FileCategory;
  idempotencyKey: string;
  /** From 0 to 1. */
  onProgress: (progress: number) => void;
  signal: AbortSignal;
};

/** One attempt of POST /upload, by XMLHttpRequest: `fetch` has no upload progress. @returns the file's key */
export function sendOnce({ file, category, idempotencyKey, onProgress, signal }: Sending): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const token = readToken();
    let timer: ReturnType<typeof setTimeout>;
    const allow = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), ms);
    };
    const abort = () => request.abort();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };

    request.upload.onprogress = ({ loaded, total }) => {
      allow(loaded < total ? STALL_MS : RESPONSE_MS);
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onload = () => {
      end();
      const body = readJson(request.responseText);
      const key = keyIn(body);
      if (request.status === 201 && key !== null) resolve(key);
      else {
        const error = ApiError.from(request.status < 400 ? 500 : request.status, body);
        reportRefusal(error, token);
        reject(error);
      }
    };
    const fail = () => {
      end();
      reject(signal.aborted ? signal.reason : ApiError.network());
    };
    request.onerror = fail;
    request.onabort = fail;

    const { method, path } = fileEndpoints.uploadFile;
    request.open(method, `/api${path}`);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Idempotency-Key', idempotencyKey);
    if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);
    signal.addEventListener('abort', abort, { once: true });
    allow(STALL_MS);
    // Before the file: the server needs the category when the bytes arrive.
    const form = new FormData();
    form.append('type', category);
    form.append('file', file);
    request.send(form);
  });
}

function keyIn(body: unknown): string | null {
  const url = typeof body === 'object' && body !== null && 'url' in body ? body.url : null;
  return typeof url === 'string' ? url : null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
