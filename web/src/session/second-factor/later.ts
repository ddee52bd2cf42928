/** One module for what is loaded later: with one each, what they share would move into the code of every page. */
// biome-ignore lint/performance/noBarrelFile: see above
export { CodeStep } from './CodeStep.tsx';
export { EnrolFirst } from './EnrolFirst.tsx';
export { SecondFactorDialog } from './SecondFactorDialog.tsx';
