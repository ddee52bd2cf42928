/** In this order: most browsers also name those whose engine they use. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bFB(AN|AV|_IAB)\b/, 'Facebook'],
  [/Opera Mini|OPiOS/, 'Opera Mini'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/UCBrowser/, 'UC Browser'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];

const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/KAIOS/i, 'KaiOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

const nameIn = (names: typeof browsers, agent: string) => names.find(([pattern]) => pattern.test(agent))?.[1];

/** The device of a User-Agent header in words: « Chrome sur Android »; null when it names nothing known. */
export function deviceOf(agent: string | undefined): string | null {
  if (agent === undefined) return null;
  const browser = nameIn(browsers, agent);
  const system = nameIn(systems, agent);
  if (browser !== undefined && system !== undefined) return `${browser} sur ${system}`;
  return browser ?? system ?? null;
}
