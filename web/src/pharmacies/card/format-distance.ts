const oneDecimal = new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 0, maximumFractionDigits: 1 });

/** « à 1,2 km », below a kilometre « à 300 m ». */
export function formatDistance(km: number): string {
  if (km < 0.1) return 'à moins de 100\u00a0m';
  if (km < 1) return `à ${Math.round(km * 10) * 100}\u00a0m`;
  return `à ${oneDecimal.format(km)}\u00a0km`;
}
