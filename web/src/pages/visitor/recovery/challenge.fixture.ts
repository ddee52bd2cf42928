const hex = (text: string) => text.padStart(32, '0');
/** Solved by 3: the SHA-256 hash, taken twice, of salt, nonce and 3 begins with the prefix. */
export const challenge = {
  parameters: {
    algorithm: 'SHA-256',
    nonce: hex('1'),
    salt: hex('2'),
    cost: 2,
    keyLength: 32,
    keyPrefix: 'f6252ca827989378',
    keySignature: hex('3'),
    data: { until: 0 },
  },
  signature: hex('4'),
};
