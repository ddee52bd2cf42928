/** How a prescription came: written here, or on paper (SPEC 3). */
export const prescriptionTypes = ['numerical', 'physical'] as const;
