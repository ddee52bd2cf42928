import encodeQR from 'qr';
import { useMemo } from 'react';

type Props = {
  text: string;
  /** For screen readers. */
  label: string;
  className?: string | undefined;
};

/** A QR code, black on white in dark mode too, for cameras. */
export function QrCode({ text, label, className }: Props) {
  const rows = useMemo(() => encodeQR(text, 'raw', { ecc: 'medium', border: 2 }), [text]);
  const squares = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className={className}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path fill="#fff" d={`M0 0h${rows.length}v${rows.length}H0z`} />
      <path fill="#000" d={squares.join('')} />
    </svg>
  );
}
