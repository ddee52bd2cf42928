import { problemLabels, problemReasons } from './delivery-problem.ts';
import { shortageLabels, shortageReasons } from './shortage-reason.ts';

/** Why an order is blocked, as its courier or its pharmacy reported. */
export const orderProblems = [...problemReasons, ...shortageReasons] as const;

export type OrderProblem = (typeof orderProblems)[number];

export const orderProblemLabels: Readonly<Record<OrderProblem, string>> = {
  ...problemLabels,
  ...shortageLabels,
};
