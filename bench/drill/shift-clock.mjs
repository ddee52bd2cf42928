// Preloaded into the server: each SIGUSR2 shifts the clock of its main thread ahead, or back. PostgreSQL keeps the real time.
const AHEAD_MS = 6 * 3_600_000;

const RealDate = Date;
let shift = 0;
process.on('SIGUSR2', () => {
  shift = shift === 0 ? AHEAD_MS : 0;
});

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + shift] : given));
  }

  static now() {
    return RealDate.now() + shift;
  }
};
