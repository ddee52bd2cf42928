import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The number of orders that the others are compared with, and that of the lines whose response 20 orders do not fill. */
const FEW = 20;
const MANY = 100_000;
/** A response with 20 orders that is shorter than this part of another is not compared with it. */
const SHORT = 0.8;

const fileOf = (folder, orders) => join(folder, 'results', `${orders}.json`);

function read(folder, orders) {
  try {
    return JSON.parse(readFileSync(fileOf(folder, orders), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

/** Keeps the shares of the bare search and the mean length of a response, bytes, by line, for the comparison of other sizes; those of other runs remain. */
export function saveShares(folder, orders, shares) {
  mkdirSync(join(folder, 'results'), { recursive: true });
  writeFileSync(fileOf(folder, orders), JSON.stringify({ ...read(folder, orders), ...shares }, null, 2));
}

/**
 * The latest shares with few orders, by line and mean length of its response.
 * @returns the share with 20 orders; with 100,000 (`isMany`) when the response with 20 is shorter, so that both answer as many rows
 */
export function readFewShares(folder) {
  const [few, many] = [read(folder, FEW), read(folder, MANY)];
  return (key, bytes) => {
    const isMany = few[key] !== undefined && few[key].bytes < SHORT * bytes;
    return { share: (isMany ? many : few)[key]?.share, isMany };
  };
}
