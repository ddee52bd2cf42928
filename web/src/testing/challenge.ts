const hex = (text: string) => text.padStart(32, '0');
/** The solution is 3: the double SHA-256 hash of salt, nonce and 3 starts with the prefix. */
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
