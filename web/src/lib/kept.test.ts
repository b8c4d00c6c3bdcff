// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { forgetMe, forgetMeAt, Problem, wholeMe } from "./api";
import { everything, forgetEverything, forgetHere } from "./kept";

vi.mock("./api", async (real) => ({
  ...(await real<typeof import("./api")>()),
  forgetMe: vi.fn(),
  forgetMeAt: vi.fn(),
  wholeMe: vi.fn(),
}));
const whole = vi.mocked(wholeMe);
const forget = vi.mocked(forgetMe);
const forgetAt = vi.mocked(forgetMeAt);
const rest = async () => {};
const busy = () => new Problem("refused.busy", "", {});

describe("what is kept", () => {
  beforeEach(() => vi.resetAllMocks());

  it("is fetched in as many answers as it takes", async () => {
    whole.mockResolvedValueOnce({ tables: [{ id: "a" }, { id: "b" }], more: 1 });
    whole.mockRejectedValueOnce(busy());
    whole.mockResolvedValueOnce({ tables: [{ id: "c" }], more: 0 });
    expect((await everything(rest)).map((table) => table.id)).toEqual(["a", "b", "c"]);
    expect(whole.mock.calls.map(([at]) => at)).toEqual([0, 2, 2]);
  });

  it("is deleted until nothing is left, table by table where another process keeps it", async () => {
    forget.mockResolvedValueOnce({ tables: 3, left: ["x", "y"] });
    forget.mockResolvedValueOnce({ tables: 0, left: ["x", "y"] });
    forgetAt.mockResolvedValue({ tables: 1, left: [] });
    forget.mockResolvedValueOnce({ tables: 0, left: [] });
    const told: number[] = [];
    await forgetEverything((done) => told.push(done), rest);
    expect(told.at(-1)).toBe(5);
    expect(forgetAt.mock.calls.map(([table]) => table)).toEqual(["x", "y"]);
  });

  it("is not said to be deleted when it could not be", async () => {
    forget.mockRejectedValueOnce(busy()).mockRejectedValueOnce(new Problem("refused.not_stored", "", {}));
    await expect(forgetEverything(() => {}, rest)).rejects.toThrow("refused.not_stored");
  });

  it("in the browser goes too, but not how the page looks", () => {
    localStorage.setItem("triclinium-links-a", "secret");
    localStorage.setItem("triclinium-draft-a", "words");
    localStorage.setItem("triclinium-language", "nl");
    localStorage.setItem("another site", "theirs");
    sessionStorage.setItem("triclinium-luck-a", "bits");
    forgetHere();
    expect(Object.keys(localStorage).toSorted()).toEqual(["another site", "triclinium-language"]);
    expect(sessionStorage.length).toBe(0);
  });
});
