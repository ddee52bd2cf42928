/** Ends the push messages of this browser, also when the server cannot be reached: its messages then have no receiver. */
export async function stopPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
