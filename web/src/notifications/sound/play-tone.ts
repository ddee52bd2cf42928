const VOLUME = 0.5;
/** Two rising notes (A5, E6): hertz, and seconds from the beginning. */
const notes = [
  { pitch: 880, start: 0 },
  { pitch: 1318.5, start: 0.12 },
] as const;
const RISE_S = 0.01;
const LAST_S = 0.3;

let audio: AudioContext | null = null;

/** Plays a short synthesised tone: no file to load. Silent where audio is not available. */
export async function playTone(): Promise<void> {
  // Before the first interaction the browser defers sounds, and would play this one late.
  if (typeof AudioContext === 'undefined' || navigator.userActivation?.hasBeenActive === false) return;
  try {
    audio ??= new AudioContext();
    await audio.resume();
    for (const { pitch, start } of notes) playNote(audio, pitch, audio.currentTime + start);
  } catch {
    // No audio device.
  }
}

function playNote(context: AudioContext, pitch: number, at: number): void {
  const source = context.createOscillator();
  const volume = context.createGain();
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(VOLUME, at + RISE_S);
  // Fades out: a sudden end would click.
  volume.gain.exponentialRampToValueAtTime(0.001, at + LAST_S);
  source.connect(volume).connect(context.destination);
  source.start(at);
  source.stop(at + LAST_S);
}
