import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { percentileOf } from '../../percentile.mjs';

/** Limits for the others' p95, ms (RELIABILITY 4), and for the memory of the server's process, bytes. */
const OTHERS_MS = 250;
const MEMORY = 600 * 1024 * 1024;
const SAMPLE_MS = 100;

/** Sends each of them, repeatedly for `holdMs` where it says so. @returns what others noticed, and unexpected responses */
export async function sendCostlyRequests({ product, load, holdMs }) {
  const worker = new Worker(new URL('./send-repeatedly.worker.mjs', import.meta.url), {
    workerData: { url: product.url, medicationId: load.medicationId },
  });
  try {
    const faults = [];
    const [requests] = await once(worker, 'message');
    for (const [nth, { name, expected }] of requests.entries()) {
      const begin = performance.now();
      worker.postMessage({ nth, holdMs });
      const { result: statuses, memory } = await measuringMemory(product, once(worker, 'message'));
      const end = performance.now();
      const others = await load.callsBetween(begin, end);
      const times = others.map(({ ms }) => ms).sort((a, b) => a - b);
      const p95 = Math.round(percentileOf(times, 0.95) ?? Infinity);
      const megabytes = Math.round(memory / 1024 / 1024);
      const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
      const seconds = Math.round((end - begin) / 1_000);
      console.log(
        `${name}: ${counts} in ${seconds} s; others ${times.length}, p95 ${p95} ms; server ${megabytes} MB`,
      );
      const failed = others.filter(({ status }) => !(status < 300)).length;
      if (failed > 0) faults.push(`${name}: ${failed} calls of others failed`);
      if (p95 > OTHERS_MS) faults.push(`${name}: others waited ${p95} ms`);
      if (memory > MEMORY) faults.push(`${name}: the server took ${megabytes} MB`);
      const unexpected = [...statuses.keys()].filter((status) => !expected.includes(status));
      if (unexpected.length > 0) faults.push(`${name}: unexpected ${unexpected.join(', ')}`);
      await pause(1_000);
    }
    return faults;
  } finally {
    await worker.terminate();
  }
}

/** @returns the message, and the most memory of the server's process until then, bytes */
async function measuringMemory(product, message) {
  let memory = 0;
  const sampling = setInterval(() => {
    memory = Math.max(memory, product.memory());
  }, SAMPLE_MS);
  try {
    const [result] = await message;
    return { result, memory };
  } finally {
    clearInterval(sampling);
  }
}
