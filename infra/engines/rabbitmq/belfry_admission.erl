%% Lets few devices connect and subscribe at a time. Each filter is a transaction that asks every node for about ten locks, one after the other.
%% The transactions of many devices collide and start again, those of consoles wait behind them, and a connection that waits for longer than its
%% keep-alive is closed and begins anew. So a device has a turn from the question about its key until it has its filters. The others wait before
%% anything is done for them.
-module(belfry_admission).
-export([start/0, connects/1, connected/1, refused/1, subscribes/1]).

%% RabbitMQ works on as many transactions at a time as it has schedulers; the next devices have their questions answered in that time.
-define(TURNS, 2 * erlang:system_info(schedulers_online)).
%% Shorter than devices wait for the answer to their CONNECT, so that no turn is given to one that has gone.
-define(WAIT_MS, 8000).
%% So that clients with invented serials cannot make each step slow.
-define(WAITING_MAX, 2000).
%% How long a device has its turn without a sign of life: while the api is asked about it, and then until it subscribes.
-define(ASKED_MS, 2000).
-define(CONNECTED_MS, 500).
%% So often the channels of the devices that subscribe are looked at. A turn ends when its channel has nothing to do, twice in a row.
-define(LOOK_MS, 25).
%% After the loss of a node RabbitMQ deletes the queues of its clients, and consoles connect again: devices come after them.
-define(LOST_NODE_MS, 3000).

%% turns: what the device of a serial does, {until, Ms} or {subscribing, Channel, Idle}. waiting: those without a turn, the next one first.
%% paused: how many nodes were lost so recently that no turn is given. looks: whether `look` will be received.
-record(state, {turns = #{}, waiting = queue:new(), paused = 0, looks = false}).

start() ->
    Starter = self(),
    Pid = spawn(fun() ->
        register(?MODULE, self()),
        ok = net_kernel:monitor_nodes(true),
        Starter ! {self(), ready},
        loop(#state{})
    end),
    receive {Pid, ready} -> ok end.

%% A device is about to be asked about: `ok` when it is its turn, `busy` when it has waited in vain or has connected once more since.
connects(Serial) -> wait_for_turn(connects, Serial).

%% Its key was accepted.
connected(Serial) -> ?MODULE ! {connected, Serial}.

%% Its key was refused.
refused(Serial) -> ?MODULE ! {refused, Serial}.

%% It asks for a filter, in the process of its channel. Whose turn has ended waits for another one.
subscribes(Serial) -> wait_for_turn(subscribes, Serial).

wait_for_turn(Step, Serial) ->
    Monitor = monitor(process, ?MODULE),
    ?MODULE ! {Step, Serial, {self(), Monitor}},
    receive
        {Monitor, Answer} ->
            demonitor(Monitor, [flush]),
            Answer;
        {'DOWN', Monitor, process, _, _} -> ok
    end.

loop(State) -> loop(keep_looking(receive Message -> handle(Message, State) end)).

keep_looking(#state{turns = Turns, looks = false} = State) when map_size(Turns) > 0 ->
    after_ms(?LOOK_MS, look),
    State#state{looks = true};
keep_looking(State) -> State.

handle({connects, Serial, From}, State) ->
    #state{waiting = Waiting} = Alone = dismiss(fun({Step, S, _}) -> {Step, S} =:= {connects, Serial} end, State),
    case queue:len(Waiting) < ?WAITING_MAX of
        true ->
            after_ms(?WAIT_MS, {overdue, From}),
            give_turns(Alone#state{waiting = queue:in({connects, Serial, From}, Waiting)});
        false ->
            answer(From, busy),
            Alone
    end;
handle({subscribes, Serial, From}, #state{turns = Turns, waiting = Waiting} = State) ->
    case Turns of
        #{Serial := _} -> take_turn({subscribes, Serial, From}, State);
        _ ->
            after_ms(?WAIT_MS, {overdue, From}),
            % Ahead of all that are not connected yet.
            give_turns(State#state{waiting = queue:in_r({subscribes, Serial, From}, Waiting)})
    end;
handle({overdue, From}, State) -> dismiss(fun({_, _, Waiter}) -> Waiter =:= From end, State);
handle({connected, Serial}, #state{turns = Turns} = State) ->
    case Turns of
        #{Serial := {until, _}} -> State#state{turns = Turns#{Serial := {until, now_ms() + ?CONNECTED_MS}}};
        _ -> State
    end;
handle({refused, Serial}, #state{turns = Turns} = State) -> give_turns(State#state{turns = maps:remove(Serial, Turns)});
handle(look, #state{turns = Turns} = State) ->
    give_turns(State#state{turns = maps:filtermap(fun(_, Turn) -> look(Turn) end, Turns), looks = false});
handle({nodedown, _}, #state{paused = Paused} = State) ->
    after_ms(?LOST_NODE_MS, resume),
    State#state{paused = Paused + 1};
handle(resume, #state{paused = Paused} = State) -> give_turns(State#state{paused = Paused - 1});
handle(_, State) -> State.

%% Whether a turn goes on.
look({until, Ms} = Turn) -> now_ms() < Ms andalso {true, Turn};
look({subscribing, Channel, Idle}) ->
    case process_info(Channel, current_function) of
        undefined -> false;
        {current_function, {gen_server2, process_next_msg, _}} -> Idle < 1 andalso {true, {subscribing, Channel, Idle + 1}};
        {current_function, {erlang, hibernate, _}} -> false;
        _ -> {true, {subscribing, Channel, 0}}
    end.

give_turns(#state{turns = Turns, waiting = Waiting, paused = Paused} = State) ->
    case Paused =:= 0 andalso map_size(Turns) < ?TURNS andalso queue:out(Waiting) of
        {{value, {_, _, {Pid, _}} = Waiter}, Others} ->
            Next = State#state{waiting = Others},
            give_turns(case is_process_alive(Pid) of true -> take_turn(Waiter, Next); false -> Next end);
        _ -> State
    end.

take_turn({Step, Serial, {Pid, _} = From}, #state{turns = Turns} = State) ->
    answer(From, ok),
    Turn = case Step of
        connects -> {until, now_ms() + ?ASKED_MS};
        subscribes -> {subscribing, Pid, 0}
    end,
    State#state{turns = Turns#{Serial => Turn}}.

%% A device that wants to subscribe goes on without a turn, the others are busy.
dismiss(Leaves, #state{waiting = Waiting} = State) ->
    {Leaving, Others} = lists:partition(Leaves, queue:to_list(Waiting)),
    [answer(From, case Step of connects -> busy; subscribes -> ok end) || {Step, _, From} <- Leaving],
    State#state{waiting = queue:from_list(Others)}.

answer({Pid, Monitor}, Answer) -> Pid ! {Monitor, Answer}.

now_ms() -> erlang:monotonic_time(millisecond).

after_ms(Ms, Message) -> erlang:send_after(Ms, self(), Message).
