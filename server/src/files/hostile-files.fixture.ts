import { randomBytes } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import { MAX_FILE_BYTES } from '@amasin/domain/files/file-category.ts';
import sharp from 'sharp';
import { drawPicture, smallPdf } from '../testing/upload.ts';
import { pngChunk, writePng } from './write-png.fixture.ts';

/** An unacceptable file, sent maliciously or by mistake. */
export interface Hostile {
  readonly kind: string;
  readonly name: string;
  readonly bytes: Buffer;
}

const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex');
const text = (content: string) => Buffer.from(content);
const join = (...parts: (Uint8Array | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));

const SCRIPT = '<script>alert(document.cookie)</script>';
const HTML = `<!doctype html><html><body>${SCRIPT}</body></html>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`;
const XXE = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>';
const ZIP = hex('504b0304 14000000 0000 00000000 00000000 00000000 00000000 0100 0000 61');
const noise = () => randomBytes(4_000);
const box = (brand: string) => join(hex('00000018'), 'ftyp', brand, hex('00000000'), 'mif1', brand, noise());

/** Files that are neither an accepted image nor a PDF, or are corrupt: 415. */
export async function unacceptable(): Promise<Hostile[]> {
  const jpeg = await drawPicture('jpeg', { width: 400, height: 300 });
  const png = writePng({ width: 20, height: 20 });
  const corrupt = Buffer.from(png);
  corrupt.fill(0xff, png.indexOf('IDAT') + 4, png.indexOf('IDAT') + 12);
  return [
    ['nothing at all', 'vide.jpg', ''],
    ['a single byte', 'a.jpg', hex('ff')],
    ['noise', 'bruit.png', join(hex('00'), noise())],
    ['a letter', 'lettre.jpg', text('Bonjour, voici mon ordonnance.')],
    ['HTML named as a PDF', 'ordonnance.pdf', text(HTML)],
    ['HTML named as a picture', 'photo.jpg', text(HTML)],
    ['HTML in UTF-16', 'photo.png', join(hex('fffe'), Buffer.from(HTML, 'utf16le'))],
    ['SVG with a script', 'dessin.svg', text(SVG)],
    ['SVG named as a PNG', 'dessin.png', text(`<?xml version="1.0"?>${SVG}`)],
    ['XML with an external entity', 'donnees.xml', text(XXE)],
    ['a PHP script', 'photo.php.jpg', text('<?php system($_GET["c"]); ?>')],
    ['a shell script', 'photo.jpg', text('#!/bin/sh\nrm -rf /\n')],
    ['a script for ImageMagick', 'photo.mvg', text("push graphic-context\nimage over 0,0 0,0 'https://x'\n")],
    ['PostScript', 'page.eps', text('%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n')],
    ['a Windows program', 'photo.jpg', join('MZ', hex('9000 0300 0000 0400'), noise())],
    ['a Linux program', 'photo.png', join(hex('7f'), 'ELF', hex('020101'), noise())],
    ['a Java class', 'photo.class', join(hex('cafebabe 0000 0034'), noise())],
    ['a Flash film', 'photo.swf', join('CWS', hex('0a'), noise())],
    ['a Windows shortcut', 'photo.lnk', join(hex('4c000000 01140200 00000000 c0000000 00000046'), noise())],
    ['ZIP', 'photos.zip', join(ZIP, noise())],
    [
      'a Word document',
      'ordonnance.docx',
      join(ZIP.subarray(0, 26), hex('1300 0000'), '[Content_Types].xml'),
    ],
    ['gzip', 'photo.gz', gzipSync(noise())],
    ['7-Zip', 'photos.7z', join(hex('377abcaf271c 0004'), noise())],
    ['GIF', 'photo.gif', await sharp(jpeg).gif().toBuffer()],
    ['GIF followed by an archive', 'photo.gif', join(await sharp(jpeg).gif().toBuffer(), ZIP)],
    ['TIFF', 'scan.tif', await sharp(jpeg).tiff().toBuffer()],
    ['AVIF', 'photo.avif', box('avif')],
    ['HEIC', 'photo.heic', box('heic')],
    ['JPEG XL', 'photo.jxl', join(hex('0000000c4a584c200d0a870a'), noise())],
    ['BMP', 'photo.bmp', join('BM', hex('3a000000 00000000 36000000 28000000'), noise())],
    ['an icon', 'photo.ico', join(hex('00000100 0100 1010 0000 0100 2000'), noise())],
    ['Photoshop', 'photo.psd', join('8BPS', hex('0001 000000000000 0003'), noise())],
    ['a film', 'photo.mp4', box('isom')],
    ['a song', 'photo.mp3', join('ID3', hex('0300 0000 000a'), noise())],
    ['a WAV file in a RIFF container', 'photo.webp', join('RIFF', hex('24000000'), 'WAVEfmt ', noise())],
    ['the beginning of a PDF without its end', 'ordonnance.pdf', join('%PDF-1.7\n', noise())],
    ['the first bytes of a JPEG', 'photo.jpg', hex('ffd8ffe0')],
    ['HTML that begins as a JPEG', 'photo.jpg', join(hex('ffd8ffe0 00104a464946'), HTML)],
    ['half a JPEG', 'photo.jpg', jpeg.subarray(0, jpeg.length / 2)],
    ['the first bytes of a PNG', 'photo.png', png.subarray(0, 8)],
    ['a PNG with corrupt pixels', 'photo.png', corrupt],
    ['a PNG without a pixel', 'photo.png', writePng({ width: 0, height: 0 })],
    ['a WebP of noise', 'photo.webp', join('RIFF', hex('a00f0000'), 'WEBPVP8 ', noise())],
  ].map(([kind, name, bytes]) => ({
    kind: String(kind),
    name: String(name),
    bytes: Buffer.from(bytes ?? ''),
  }));
}

/** More than 10 MB or 50 megapixels, actual or declared: 413. */
export async function tooLarge(): Promise<Hostile[]> {
  const jpeg = await drawPicture();
  const claiming = Buffer.from(jpeg);
  // Height and width follow the frame marker, its length and its depth: 65,000 by 65,000.
  claiming.fill(hex('fde8fde8'), claiming.indexOf(hex('ffc0')) + 5, claiming.indexOf(hex('ffc0')) + 9);
  const webp = await sharp(jpeg).webp({ lossless: true }).toBuffer();
  // 14 bits each for width and height, minus one: 16,383 by 16,383.
  webp.writeUInt32LE(0x0fff_bffe, webp.indexOf('VP8L') + 9);
  return [
    {
      kind: 'one byte over 10 MB',
      name: 'photo.jpg',
      bytes: join(jpeg, Buffer.alloc(MAX_FILE_BYTES - jpeg.length + 1)),
    },
    { kind: '11 MB of nothing', name: 'ordonnance.pdf', bytes: Buffer.alloc(11 * 1024 * 1024) },
    {
      kind: '11 MB of PDF',
      name: 'ordonnance.pdf',
      bytes: join(smallPdf, Buffer.alloc(11_000_000), '%%EOF'),
    },
    { kind: '60 megapixels', name: 'photo.png', bytes: writePng({ width: 10_000, height: 6_000 }) },
    {
      kind: 'a PNG that claims 10 gigapixels',
      name: 'photo.png',
      bytes: writePng({ width: 100_000, height: 100_000 }, { drawn: false }),
    },
    { kind: 'a JPEG that claims 4 gigapixels', name: 'photo.jpg', bytes: claiming },
    { kind: 'a WebP that claims 268 megapixels', name: 'photo.webp', bytes: webp },
  ];
}

/** Valid pictures and a PDF with an embedded payload: accepted without it. */
export async function withPayload(): Promise<(Hostile & { payload: string })[]> {
  const jpeg = await drawPicture();
  const comment = join(hex('fffe'), hex('0022'), '<?php system($_GET["c"]); ?>    ');
  const unpacking = join('Comment', hex('0000'), deflateSync(Buffer.alloc(200_000_000, 'payload')));
  const png = (before: Buffer[] = []) => writePng({ width: 20, height: 20 }, { before });
  return [
    // The server stores a PDF from its head on.
    { kind: 'HTML before a PDF', name: 'a.pdf', bytes: join(HTML, smallPdf), payload: '<script' },
    { kind: 'a JPEG followed by HTML', name: 'a.jpg', bytes: join(jpeg, HTML), payload: '<script' },
    { kind: 'a JPEG followed by an archive', name: 'a.jar', bytes: join(jpeg, ZIP), payload: 'PK' },
    {
      kind: 'a JPEG with PHP in a comment',
      name: 'a.php',
      bytes: join(jpeg.subarray(0, 2), comment, jpeg.subarray(2)),
      payload: '<?php',
    },
    {
      kind: 'a PNG followed by a program',
      name: 'a.exe',
      bytes: join(png(), 'MZ program'),
      payload: 'program',
    },
    {
      kind: 'a PNG with a script in a comment',
      name: 'a.html',
      bytes: png([pngChunk('tEXt', join('Comment', hex('00'), SCRIPT))]),
      payload: '<script',
    },
    {
      kind: 'a PNG with a comment that unpacks to 200 MB',
      name: 'a.png',
      bytes: png([pngChunk('zTXt', unpacking)]),
      payload: 'zTXt',
    },
    {
      kind: 'an animated PNG',
      name: 'a.png',
      bytes: png([pngChunk('acTL', hex('00000002 00000000'))]),
      payload: 'acTL',
    },
  ];
}
