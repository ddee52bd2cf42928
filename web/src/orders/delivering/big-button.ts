import styles from './delivering.module.css';

/** The next action of a card: high enough for a gloved thumb. */
export const bigButton = {
  className: styles.move,
  fullWidth: true,
  color: 'soleil',
};
