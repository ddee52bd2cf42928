/** Opens another site’s page instead of ours. Only web addresses: the server names it, the provider wrote it. */
export function leaveFor(url: string): void {
  if (/^https?:\/\//.test(url)) window.location.assign(url);
}
