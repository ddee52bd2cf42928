import { useEffect, useState } from 'react';

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
