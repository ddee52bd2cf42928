import { useEffect, useState } from 'react';

/** An object URL for a blob, revoked when it is no longer shown. */
export function useObjectUrl(bytes: Blob | null): string | null {
  const [made, setMade] = useState<{ bytes: Blob; address: string } | null>(null);
  useEffect(() => {
    if (bytes === null) return;
    const address = URL.createObjectURL(bytes);
    setMade({ bytes, address });
    return () => URL.revokeObjectURL(address);
  }, [bytes]);
  return made !== null && made.bytes === bytes ? made.address : null;
}
