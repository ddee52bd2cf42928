/** How the letters of a file may be written, by the programs of a pharmacy, and what people call it. */
export const fileEncodings = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows',
  cp850: 'DOS',
  macintosh: 'ancien Mac',
  'utf-8-as-windows-1252': 'UTF-8 lu comme Windows',
  'utf-8-as-cp850': 'UTF-8 lu comme DOS',
  'utf-8-as-macintosh': 'UTF-8 lu comme ancien Mac',
} as const;

export type FileEncoding = keyof typeof fileEncodings;

export const encodingNames = Object.keys(fileEncodings) as FileEncoding[];
