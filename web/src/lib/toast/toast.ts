import { notifications } from '@mantine/notifications';

const SUCCESS_MS = 2000;
const ERROR_MS = 4000;

function show(message: string, color: string, autoClose: number | false, loading = false): string {
  return notifications.show({
    message,
    color,
    autoClose,
    loading,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Fermer' },
  });
}

/** The short messages at top-right (SPEC 8 and 9). */
export const toast = {
  success: (message: string) => show(message, 'feuille', SUCCESS_MS),
  error: (message: string) => show(message, 'red', ERROR_MS),
  /** Stays until it is dismissed; answers the name to dismiss it by. */
  loading: (message: string) => show(message, 'feuille', false, true),
  dismiss: (name: string) => {
    notifications.hide(name);
  },
};
