type Colour = readonly [red: number, green: number, blue: number];

const GREEN: Colour = [10, 127, 90];
const INK: Colour = [39, 64, 139];
const GREY: Colour = [176, 184, 190];
const DARK: Colour = [60, 74, 87];
const PAPER: Colour = [253, 252, 247];
const DESK: Colour = [141, 123, 104];
const BLUE: Colour = [31, 95, 139];
const GOLD: Colour = [242, 193, 78];
const WHITE: Colour = [255, 255, 255];

/** Draws an invented photograph of a prescription as JPEG: a sheet with header, lines and signature. */
export function drawPrescription(seed: number): Promise<Buffer> {
  const drawing = bitmap(900, 1200, DESK);
  const { rectangle } = drawing;
  rectangle(50, 50, 800, 1100, PAPER);
  rectangle(100, 100, 300, 20, DARK);
  rectangle(100, 136, 220, 12, GREY);
  rectangle(100, 160, 250, 12, GREY);
  rectangle(735, 100, 20, 70, GREEN);
  rectangle(710, 125, 70, 20, GREEN);
  rectangle(100, 220, 700, 2, GREY);
  const lines = 4 + (seed % 3);
  for (let line = 0; line < lines; line += 1) {
    scribble(drawing, seed * 7 + line, 330 + line * 90, 380 + ((seed * 131 + line * 97) % 300));
  }
  scribble(drawing, seed + 3, 1010, 200);
  return drawing.jpeg();
}

/** Draws an invented insurance card of colours and lines, as JPEG. */
export function drawCard(): Promise<Buffer> {
  const drawing = bitmap(900, 570, BLUE);
  const { rectangle } = drawing;
  rectangle(90, 90, 130, 150, GOLD);
  rectangle(280, 110, 420, 28, WHITE);
  rectangle(280, 166, 300, 18, GREY);
  rectangle(90, 390, 560, 26, WHITE);
  rectangle(90, 440, 320, 18, GREY);
  return drawing.jpeg();
}

/** Makes a bitmap with rectangles and strokes, as the image reader of uploads does not accept SVG. */
function bitmap(width: number, height: number, ground: Colour) {
  const pixels = Buffer.alloc(width * height * 3);
  const rectangle = (left: number, top: number, w: number, h: number, colour: Colour) => {
    const row = Buffer.from(colour);
    const from = Math.max(0, left);
    const to = Math.min(width, left + w);
    for (let y = Math.max(0, top); y < Math.min(height, top + h); y += 1) {
      pixels.fill(row, (y * width + from) * 3, (y * width + to) * 3);
    }
  };
  rectangle(0, 0, width, height, ground);
  return {
    rectangle,
    jpeg: async () => {
      // Loaded on first use: a server with data never needs the image library.
      const { default: sharp } = await import('sharp');
      const raw = { width, height, channels: 3 as const };
      return sharp(pixels, { raw }).jpeg({ quality: 72 }).toBuffer();
    },
  };
}

type Bitmap = ReturnType<typeof bitmap>;

/** Draws a line of handwriting, deterministic for each seed. */
function scribble({ rectangle }: Bitmap, seed: number, top: number, width: number): void {
  for (let x = 0; x < width; x += 2) {
    const wave = Math.sin((x + seed * 17) / 7) * 14 + Math.sin((x * (2 + (seed % 3))) / 31) * 9;
    const isGap = Math.sin((x + seed * 53) / 41) > 0.86;
    if (!isGap) rectangle(100 + x, Math.round(top + wave), 4, 5, INK);
  }
}
