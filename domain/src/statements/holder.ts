/** The types of people who have statements. */
export const holderTypes = ['partnerDoctor', 'pharmacy'] as const;

export type HolderType = (typeof holderTypes)[number];

export const isHolderType = (type: string): type is HolderType => holderTypes.some((one) => one === type);
