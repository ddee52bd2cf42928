import { onceUsed } from '@amasin/domain/contract/format.ts';
import { useEffect, useState } from 'react';

const KILO = 1000;

const oneDecimal = onceUsed(() => new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 }));

/** `312 ko`, `1,4 Mo`. */
export function formatBytes(bytes: number): string {
  const kilo = Math.max(1, Math.round(bytes / KILO));
  return kilo < KILO ? `${kilo}\u00a0ko` : `${oneDecimal().format(bytes / KILO / KILO)}\u00a0Mo`;
}

export const isPdf = ({ type }: Blob): boolean => type === 'application/pdf';

/** An object URL for a blob, revoked when it is no longer shown. */
export function useObjectUrl(bytes: Blob | null): string | null {
  const [created, setCreated] = useState<{ bytes: Blob; url: string } | null>(null);
  useEffect(() => {
    if (bytes === null) return;
    const url = URL.createObjectURL(bytes);
    setCreated({ bytes, url });
    return () => URL.revokeObjectURL(url);
  }, [bytes]);
  return created !== null && created.bytes === bytes ? created.url : null;
}
