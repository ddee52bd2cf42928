import styles from './supervision.module.css';

/** Lets the label of a button wrap on a narrow screen. */
export const wrappingLabel = { root: styles.step ?? '', label: styles.stepLabel ?? '' };
