/** Unsubscribes this browser, even when the server is unreachable: its push messages can then not be delivered. */
export async function stopPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
