// The audio worklet of live pages: mixes what the microphone gives to one channel at 48 kHz, in frames of 40 ms. A file of its own, since the
// content security policy allows neither inline nor blob scripts. `web/src/features/live-pages/audio/microphone.ts` loads it and reads the frames.
const RATE_HZ = 48_000;
const FRAME_SAMPLES = 1_920;

class PageMicrophone extends AudioWorkletProcessor {
  frame = new Float32Array(FRAME_SAMPLES);
  filled = 0;
  /** Where the next sample at 48 kHz lies between the last sample of the context and the one before it: 0 to 1. */
  position = 0;
  last = 0;

  process([channels]) {
    const count = channels?.length ?? 0;
    if (count === 0) return true;
    for (let at = 0; at < channels[0].length; at++) {
      let sum = 0;
      for (const channel of channels) sum += channel[at];
      this.add(sum / count);
    }
    return true;
  }

  /** Takes a sample at the rate of the context, which browsers do not always let us choose. */
  add(sample) {
    for (; this.position < 1; this.position += sampleRate / RATE_HZ) {
      this.frame[this.filled++] = this.last + (sample - this.last) * this.position;
      if (this.filled === FRAME_SAMPLES) this.send();
    }
    this.position -= 1;
    this.last = sample;
  }

  send() {
    this.port.postMessage(this.frame, [this.frame.buffer]);
    this.frame = new Float32Array(FRAME_SAMPLES);
    this.filled = 0;
  }
}

registerProcessor('page-microphone', PageMicrophone);
