/** What a picture claims to be, read without decoding it. */
export interface Header {
  /** Pixels, before rotation. */
  readonly width: number;
  readonly height: number;
  /** The parts needed to draw it: no text, colour profile, thumbnail or appended data. */
  readonly essential: Buffer;
  /** The end mark was missing and is added: if pixels are missing too, the picture is refused. */
  readonly isEndAdded?: boolean;
}

/** Larger EXIF data is not needed for the orientation, bytes: the maximum of a JPEG. */
export const MAX_EXIF_BYTES = 65_535;

/**
 * Keeps parts of a file, in their order. They are moved within the file itself, because a hostile one may have a million
 * parts.
 */
export function keepParts(file: Buffer) {
  let length = 0;
  return {
    /** @returns where the part is now */
    keep(from: number, to: number): number {
      const at = length;
      file.copyWithin(at, from, to);
      length += to - from;
      return at;
    },
    kept: () => file.subarray(0, length),
  };
}
