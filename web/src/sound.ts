/** Sounds synthesised with the Web Audio API, without files. */

export type SoundName =
  | "move"
  | "capture"
  | "raise"
  | "erupt"
  | "change"
  | "strike"
  | "place"
  | "win"
  | "lose"
  | "draw"
  | "turn"
  | "refuse";

interface Voice {
  wave: OscillatorType | "noise";
  /** Hertz at the start and at the end. */
  from: number;
  to: number;
  at?: number;
  length: number;
  loud: number;
}

const SOUNDS: Record<SoundName, readonly Voice[]> = {
  move: [
    { wave: "noise", from: 1800, to: 500, length: 0.05, loud: 0.35 },
    { wave: "triangle", from: 240, to: 150, length: 0.08, loud: 0.4 },
  ],
  place: [{ wave: "triangle", from: 420, to: 210, length: 0.1, loud: 0.4 }],
  capture: [
    { wave: "noise", from: 2600, to: 300, length: 0.13, loud: 0.5 },
    { wave: "square", from: 170, to: 70, length: 0.13, loud: 0.22 },
  ],
  raise: [
    { wave: "noise", from: 300, to: 900, length: 0.14, loud: 0.35 },
    { wave: "sine", from: 130, to: 220, length: 0.14, loud: 0.4 },
  ],
  erupt: [
    { wave: "noise", from: 900, to: 60, length: 0.6, loud: 0.7 },
    { wave: "sine", from: 90, to: 32, length: 0.6, loud: 0.7 },
  ],
  change: [
    { wave: "square", from: 1250, to: 1180, length: 0.05, loud: 0.16 },
    { wave: "sine", from: 2480, to: 2440, length: 0.4, loud: 0.16 },
    { wave: "noise", from: 4000, to: 2000, length: 0.04, loud: 0.35 },
  ],
  strike: [
    { wave: "sawtooth", from: 1400, to: 160, length: 0.16, loud: 0.22 },
    { wave: "noise", from: 5000, to: 800, length: 0.12, loud: 0.35 },
  ],
  win: [
    { wave: "triangle", from: 523, to: 523, length: 0.18, loud: 0.4 },
    { wave: "triangle", from: 659, to: 659, at: 0.13, length: 0.18, loud: 0.4 },
    { wave: "triangle", from: 784, to: 784, at: 0.26, length: 0.18, loud: 0.4 },
    { wave: "triangle", from: 1047, to: 1047, at: 0.39, length: 0.5, loud: 0.45 },
  ],
  lose: [
    { wave: "triangle", from: 392, to: 392, length: 0.25, loud: 0.4 },
    { wave: "triangle", from: 311, to: 311, at: 0.2, length: 0.25, loud: 0.4 },
    { wave: "triangle", from: 233, to: 220, at: 0.4, length: 0.6, loud: 0.4 },
  ],
  draw: [
    { wave: "triangle", from: 440, to: 440, length: 0.2, loud: 0.35 },
    { wave: "triangle", from: 440, to: 440, at: 0.22, length: 0.4, loud: 0.35 },
  ],
  turn: [
    { wave: "sine", from: 660, to: 660, length: 0.14, loud: 0.35 },
    { wave: "sine", from: 880, to: 880, at: 0.11, length: 0.26, loud: 0.35 },
  ],
  refuse: [{ wave: "sine", from: 180, to: 140, length: 0.14, loud: 0.35 }],
};

const VOLUME = 0.32;

class SoundPlayer {
  private context: AudioContext | null = null;
  private noiseBuffer: AudioBuffer | null = null;

  /** Play a sound; silent before the first user gesture. */
  play(name: SoundName): void {
    if (typeof AudioContext === "undefined") return;
    // Browsers block sound before the first gesture, and log a warning.
    if (navigator.userActivation?.hasBeenActive === false) return;
    this.context ??= new AudioContext();
    const { context } = this;
    if (context.state === "suspended") void context.resume();
    if (context.state === "closed") return;
    for (const voice of SOUNDS[name]) this.playVoice(context, voice);
  }

  private playVoice(context: AudioContext, voice: Voice): void {
    const start = context.currentTime + (voice.at ?? 0);
    const end = start + voice.length;
    const gain = context.createGain();
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(voice.loud * VOLUME, start + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, end);
    gain.connect(context.destination);
    const source =
      voice.wave === "noise"
        ? this.noiseSource(context, voice, gain)
        : toneSource(context, voice, gain);
    source.start(start);
    source.stop(end + 0.02);
  }

  private noiseSource(
    context: AudioContext,
    voice: Voice,
    out: AudioNode,
  ): AudioScheduledSourceNode {
    this.noiseBuffer ??= makeNoise(context);
    const source = context.createBufferSource();
    source.buffer = this.noiseBuffer;
    source.loop = true;
    const filter = context.createBiquadFilter();
    filter.type = "bandpass";
    glideFrequency(filter.frequency, context, voice);
    source.connect(filter).connect(out);
    return source;
  }
}

function toneSource(context: AudioContext, voice: Voice, out: AudioNode): AudioScheduledSourceNode {
  const source = context.createOscillator();
  source.type = voice.wave as OscillatorType;
  glideFrequency(source.frequency, context, voice);
  source.connect(out);
  return source;
}

function glideFrequency(frequency: AudioParam, context: AudioContext, voice: Voice): void {
  const start = context.currentTime + (voice.at ?? 0);
  frequency.setValueAtTime(voice.from, start);
  frequency.exponentialRampToValueAtTime(voice.to, start + voice.length);
}

function makeNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return buffer;
}

export const sounds = new SoundPlayer();
