const VOLUME = 0.5;
/** Two rising notes (A5, E6): hertz, and seconds from the beginning. */
const notes = [
  { pitch: 880, start: 0 },
  { pitch: 1318.5, start: 0.12 },
] as const;
const RISE_S = 0.01;
const LAST_S = 0.3;

let audio: AudioContext | null = null;

/** A short tone, made here: no file to fetch. Silent where the browser or the device gives no sound. */
export async function playTone(): Promise<void> {
  // Before the first touch of a page the browser holds sounds back, and would play this one late.
  if (typeof AudioContext === 'undefined' || navigator.userActivation?.hasBeenActive === false) return;
  try {
    audio ??= new AudioContext();
    await audio.resume();
    for (const { pitch, start } of notes) playNote(audio, pitch, audio.currentTime + start);
  } catch {
    // A device without a loudspeaker: the words are on the screen.
  }
}

function playNote(context: AudioContext, pitch: number, at: number): void {
  const source = context.createOscillator();
  const volume = context.createGain();
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(VOLUME, at + RISE_S);
  // Ends at silence: cut off in the middle of a wave, it would click.
  volume.gain.exponentialRampToValueAtTime(0.001, at + LAST_S);
  source.connect(volume).connect(context.destination);
  source.start(at);
  source.stop(at + LAST_S);
}
