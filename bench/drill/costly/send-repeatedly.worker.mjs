import { parentPort, workerData } from 'node:worker_threads';
import { requestsOf } from './costly-requests.mjs';

// A thread: sending 300 MB blocks the event loop, by which the calls of others are timed.

const requests = await requestsOf(workerData);
parentPort.on('message', async ({ nth, holdMs }) => {
  parentPort.postMessage(await sendRepeatedly(requests[nth], performance.now() + holdMs));
});
parentPort.postMessage(requests.map(({ name, expected }) => ({ name, expected })));

/** @returns how many responses of each status */
async function sendRepeatedly({ together, isRepeated, send }, until) {
  const statuses = new Map();
  let turn = 0;
  const loop = async () => {
    do {
      turn += 1;
      const response = await send(turn);
      await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    } while (isRepeated && performance.now() < until);
  };
  await Promise.all(Array.from({ length: together }, loop));
  return statuses;
}
