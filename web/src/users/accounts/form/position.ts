/** Latitude first, as on maps; five decimals are about a metre. */
export function formatPosition([longitude, latitude]: readonly [number, number]): string {
  return [latitude, longitude].map((degrees) => degrees.toFixed(5).replace('.', ',')).join(' ; ');
}
