import styles from './delivering.module.css';

/** The next action of a card: high enough for a gloved thumb. */
export const bigButton = {
  classNames: { root: styles.move ?? '', label: styles.moveLabel ?? '' },
  fullWidth: true,
  color: 'soleil',
};
