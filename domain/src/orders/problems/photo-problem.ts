/** Why a photographed prescription cannot be read. */
export const photoProblems = ['blurred', 'dark', 'cut', 'not-a-prescription'] as const;

export type PhotoProblem = (typeof photoProblems)[number];

export const photoProblemLabels: Readonly<Record<PhotoProblem, string>> = {
  blurred: 'Photo floue',
  dark: 'Photo trop sombre',
  cut: 'Ordonnance coupée',
  'not-a-prescription': 'Ce n’est pas une ordonnance',
};
